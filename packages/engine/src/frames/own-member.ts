/** Sets a member of a record of one's own; a key `__proto__` is data like any other. */
export function setMember<Value>(
  record: Record<string | number, Value>,
  key: string | number,
  value: Value,
) {
  if (key === '__proto__') {
    Object.defineProperty(record, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else record[key] = value;
}

/** A member that a record has itself; undefined for what every object has. */
export function member(record: object, key: string | number): unknown {
  return Object.hasOwn(record, key) ? (record as Record<string | number, unknown>)[key] : undefined;
}
