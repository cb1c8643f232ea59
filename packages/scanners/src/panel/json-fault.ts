/** Where a text stops being JSON. Line and column are 1-based; columns count UTF-16 units. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/**
 * Finds the first place where a text is not JSON, or null when it is.
 *
 * `JSON.parse` names a position only in some of its messages, and never a line.
 */
export function findJsonFault(text: string): JsonFault | null {
  const reader = new JsonReader(text);
  try {
    reader.document();
    return null;
  } catch (fault) {
    if (!(fault instanceof FaultAt)) throw fault;
    return { ...positionIn(text, fault.offset), reason: fault.message };
  }
}

/** Line and column of an offset. */
export function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class FaultAt extends Error {
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#value();
    if (this.#peek() !== '') this.#fail('text after the end of the document');
  }

  #value(): void {
    const next = this.#peek();
    if (next === '{') this.#members('}', () => this.#member());
    else if (next === '[') this.#members(']', () => this.#value());
    else if (next === '"') this.#string();
    else this.#word();
  }

  #members(close: string, member: () => void): void {
    this.#at++;
    if (this.#take(close)) return;
    for (;;) {
      member();
      if (this.#take(close)) return;
      if (!this.#take(',')) this.#fail(`expected "," or "${close}"`);
      if (this.#peek() === close) this.#fail(`a comma before "${close}" is not allowed`);
    }
  }

  #member(): void {
    if (this.#peek() !== '"') this.#fail('expected a name in double quotes');
    this.#string();
    if (!this.#take(':')) this.#fail('expected ":" after the name');
    this.#value();
  }

  #string(): void {
    const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
    string.lastIndex = this.#at;
    if (string.exec(this.#text) === null)
      this.#fail('this string is not closed or has a bad escape');
    this.#at = string.lastIndex;
  }

  #word(): void {
    const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    word.lastIndex = this.#at;
    if (word.exec(this.#text) === null) {
      this.#fail(this.#peek() === '' ? 'the text ends too early' : 'expected a value');
    }
    this.#at = word.lastIndex;
  }

  #peek(): string {
    while (/[ \t\r\n]/.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#text.charAt(this.#at);
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at++;
    return true;
  }

  #fail(reason: string): never {
    throw new FaultAt(this.#at, reason);
  }
}
