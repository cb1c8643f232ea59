/** `my-scanner` as `myScanner`. @param {string} name */
export function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** `my-scanner` as `my_scanner`. @param {string} name */
export function snakeCase(name) {
  return name.replaceAll('-', '_');
}

/** `my-scanner` as `My Scanner`. @param {string} name */
export function titleCase(name) {
  return name.replace(/(^|-)(\w)/g, (_, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase());
}

/** @param {string} name */
export function checkName(name) {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) return;
  throw new Error(`"${name ?? ''}" is no name: give one in kebab-case, for example my-scanner`);
}
