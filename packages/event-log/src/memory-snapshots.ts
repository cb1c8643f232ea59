interface Snapshot {
  readonly version: number;
  readonly state: string;
}

/** Derived states in memory, by stream and schema. */
export function createMemorySnapshots() {
  const byStream = new Map<string, Map<string, readonly Snapshot[]>>();

  return {
    put(stream: string, version: number, schema: string, state: string): void {
      const bySchema = byStream.get(stream) ?? new Map<string, readonly Snapshot[]>();
      const others = (bySchema.get(schema) ?? []).filter((other) => other.version !== version);
      bySchema.set(schema, [...others, { version, state }]);
      byStream.set(stream, bySchema);
    },
    get(stream: string, schema: string, maxVersion = Number.POSITIVE_INFINITY): Snapshot | null {
      const fitting = (byStream.get(stream)?.get(schema) ?? [])
        .filter((snapshot) => snapshot.version <= maxVersion)
        .sort((a, b) => b.version - a.version);
      return fitting[0] ?? null;
    },
    remove(stream: string): void {
      byStream.delete(stream);
    },
  };
}
