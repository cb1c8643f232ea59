/** Shells that a completion script can be written for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * The script that a shell reads once: it asks the very program on the command line what comes next.
 *
 * `magi complete -- WORDS…` answers with a line each, word and meaning parted by a tab, or with
 * `:files` alone where the shell shall offer paths.
 */
export function shellScript(shell: Shell): string {
  return { bash, zsh, fish }[shell];
}

const bash = `# Completion of magi for bash. Load it: source <(magi completion bash)
_magi() {
  local program="\${COMP_WORDS[0]/#\\~/$HOME}" current="\${COMP_WORDS[COMP_CWORD]}" line
  local words=() index
  COMPREPLY=()
  for ((index = 1; index <= COMP_CWORD; index++)); do
    # Bash takes --option=value apart; its value is what is asked for.
    [[ "\${COMP_WORDS[index]}" == "=" ]] && continue
    words+=("\${COMP_WORDS[index]}")
  done
  [[ "$current" == "=" ]] && words+=("") && current=""
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      type compopt > /dev/null 2>&1 && compopt -o filenames 2> /dev/null
      while IFS= read -r line; do
        COMPREPLY+=("$line")
      done < <(compgen -f -- "$current")
      return
    fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("$program" complete -- "\${words[@]}" 2> /dev/null)
}
complete -F _magi magi
`;

const zsh = `#compdef magi
# Completion of magi for zsh. Put it into a folder of fpath as _magi, or: source <(magi completion zsh)
_magi() {
  local -a lines candidates
  local line word
  lines=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,$CURRENT]}" 2> /dev/null)}")
  for line in $lines; do
    if [[ "$line" == ":files" ]]; then
      _files
      return
    fi
    word="\${\${line%%$'\\t'*}//:/\\\\:}"
    candidates+=("$word:\${line#*$'\\t'}")
  done
  _describe 'magi' candidates
}
if [ "$funcstack[1]" = "_magi" ]; then
  _magi "$@"
else
  compdef _magi magi
fi
`;

const fish = `# Completion of magi for fish. Load it: magi completion fish | source
function __magi_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines (command $words[1] complete -- $words[2..-1] 2> /dev/null)
    if test "$lines" = ":files"
        __fish_complete_path (commandline -ct)
    else
        string join \\n $lines
    end
end
complete -c magi -f -a '(__magi_complete)'
`;
