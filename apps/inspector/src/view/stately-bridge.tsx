import { useRef } from 'preact/hooks';
import { usePage } from '../model/page.ts';
import { openBridge } from '../session/stately-bridge.ts';

/** The way to the inspector of stately.ai, which says first what goes there. */
export function StatelyBridge() {
  const page = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const go = (): void => {
    dialog.current?.close();
    page.say(openBridge() ? 'stately.ai was opened' : 'The browser did not open the window');
  };
  return (
    <>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Stately inspector
      </button>
      <dialog ref={dialog} class="help" aria-labelledby="bridge-title">
        <h2 id="bridge-title">The run leaves this machine</h2>
        <p>
          The inspector of stately.ai is a page of somebody else. Everything that the actors of this
          run know (paths, quoted code, findings, prompts) is handed to that page.
        </p>
        <p class="copy-line">
          <button type="button" class="button" onClick={go}>
            Open stately.ai
          </button>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Stay here
          </button>
        </p>
      </dialog>
    </>
  );
}
