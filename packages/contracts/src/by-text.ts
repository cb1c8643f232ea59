/** Orders texts by code unit, for `Array.prototype.sort`: the same on every machine, unlike `localeCompare`. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
