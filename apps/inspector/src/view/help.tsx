import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../model/page.ts';
import { shortcuts } from '../model/shortcuts.ts';

const keyNames: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
};

/** The keys of the page, in a dialogue of their own. */
export function Help() {
  const { isHelpOpen, hasKeys } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isHelpOpen.value]);
  const close = (): void => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <div class="help-head">
        <h2 id="help-title">Keys</h2>
        <button type="button" class="button" onClick={close}>
          Close
        </button>
      </div>
      <table>
        <tbody>
          {shortcuts.map(({ keys, what }) => (
            <tr key={what}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{keyNames[key] ?? key}</kbd>
                ))}
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="check">
        <input
          type="checkbox"
          checked={hasKeys.value}
          onChange={(event) => {
            hasKeys.value = event.currentTarget.checked;
          }}
        />
        Single keys work (turn off where they are in the way of other programs)
      </label>
      <p class="quiet">
        The page shows what the log says and changes nothing. To try another way, fork the run on
        the command line.
      </p>
    </dialog>
  );
}
