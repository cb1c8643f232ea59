import type { Command } from '@commander-js/extra-typings';
import type { CommandContext } from '../command-context.ts';
import { findRun } from '../composition/find-run.ts';
import { parsePort } from '../composition/parse-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { createFrameFeed } from '../inspect/frame-feed.ts';
import { type InspectServer, startInspectServer } from '../inspect/inspect-server.ts';
import { layoutStores } from '../inspect/layout-stores.ts';
import { openBrowser } from '../inspect/open-browser.ts';
import { readPageAssets } from '../inspect/page-assets.ts';
import { headOf } from '../inspect/recorded-file.ts';
import { type SocketServer, startSocketServer } from '../inspect/socket-server.ts';
import { statelyMessages } from '../inspect/stately-stream.ts';

interface InspectFlags {
  readonly open: boolean;
  readonly port?: number;
  readonly stately?: true;
  readonly ws?: number;
}

export function configure(command: Command, context: CommandContext): void {
  command
    .argument('[run]', 'run id, "last" or a .magi.jsonl file', 'last')
    .option('--no-open', 'do not open a browser')
    .option('--port <port>', 'port on this machine (default: any free one)', parsePort)
    .option('--stately', 'offer the inspector of stately.ai: the context of the run goes there')
    .option(
      '--ws <port>',
      'also stream messages for inspectors of Stately; 0 for any free port',
      parsePort,
    )
    .action((reference, flags) => run(context, reference, flags));
}

async function run(context: CommandContext, reference: string, flags: InspectFlags): Promise<void> {
  const { out, err } = context.terminal;
  const assets = await readPageAssets(context.workerUrl);
  const { log, run: id, dir, close } = await findRun(context, reference);
  const isFile = dir === null;
  const isLive = !isFile;
  const feed = createFrameFeed({ log, run: id, isLive });
  const messages = (signal: AbortSignal) => statelyMessages(log, id, { signal, isLive });
  let server: InspectServer | null = null;
  let sockets: SocketServer | null = null;
  try {
    const about = { isLive, isFile, isBridged: flags.stately ?? false };
    const head = await headOf(log, id, about, await layoutStores(context));
    server = await startInspectServer({
      head,
      feed,
      assets,
      port: flags.port ?? 0,
      stately: messages,
    });
    out(`${server.url}\n`);
    if (flags.stately) {
      err('The page offers the inspector of stately.ai: what the run knows then goes there.\n');
    }
    if (flags.ws !== undefined) {
      sockets = await startSocketServer(flags.ws, messages);
      out(`${sockets.url}\n`);
    }
    const isOpened = flags.open && (await openBrowser(server.openingUrl, context.env));
    err(isOpened ? 'Opened in the browser; Ctrl-C ends it.\n' : 'Open it; Ctrl-C ends it.\n');
    context.setExitCode(await stopSignal());
  } finally {
    feed.close();
    await server?.close();
    await sockets?.close();
    await close();
  }
}

/** Ctrl-C is how one leaves; that is no failure. */
function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve(exitCodes.clean));
    process.once('SIGHUP', () => resolve(exitCodes.clean));
    process.once('SIGTERM', () => resolve(exitCodes.terminated));
  });
}
