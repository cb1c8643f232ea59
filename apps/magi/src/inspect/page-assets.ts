import { readFile } from 'node:fs/promises';
import { MagiError } from '@magi/contracts';

/** The built page: one script, one style sheet, and the licences of what the script contains. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  readonly licences: string;
}

/**
 * Reads the page that was built together with this program.
 *
 * @param bundle any file beside which the folder `inspector` stands
 * @throws `MAGI_INSPECTOR_MISSING`
 */
export async function readPageAssets(bundle: URL): Promise<PageAssets> {
  const read = (name: string) => readFile(new URL(`inspector/${name}`, bundle), 'utf8');
  try {
    const [script, style, licences] = await Promise.all(
      ['app.js', 'app.css', 'licences.md'].map(read),
    );
    return { script: script ?? '', style: style ?? '', licences: licences ?? '' };
  } catch (cause) {
    throw new MagiError('MAGI_INSPECTOR_MISSING', 'The page of the inspector was not built.', {
      hint: 'In a checkout of magi: npx nx build magi',
      exitCode: 70,
      cause,
    });
  }
}
