import { copyText } from '../model/clipboard.ts';
import type { CommandLine } from '../model/commands.ts';
import { usePage } from '../model/page.ts';

/** Copies a command line and says so; where copying is not allowed, it shows the command. */
export function CopyButton({ command }: { readonly command: CommandLine }) {
  const page = usePage();
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(command.text);
    page.say(isCopied ? `Copied: ${command.text}` : command.text);
  };
  return (
    <button type="button" class="button small" title={command.text} onClick={() => void copy()}>
      {command.label}
    </button>
  );
}
