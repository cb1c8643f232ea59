import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** How to get what was not found. */
export const howToGetChromium = [
  'No Chromium was found.',
  '  Debian, Ubuntu: apt-get install -y chromium',
  '  elsewhere: install Chromium or Chrome, or set CHROMIUM_PATH to the program',
].join('\n');

/** The program that `CHROMIUM_PATH` names, else the first one that is installed; null for none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isProgram(named) ? named : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...elsewhere].find(isProgram) ?? null;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
