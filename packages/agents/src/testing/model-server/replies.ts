import type { ModelReply, ModelRequest, OfferedTool } from './script.ts';

/** Kinds of tools under the names that agents give them. */
const names = {
  edit: /^(?:edit|replace|str_replace)$/i,
  write: /^(?:write|write_file|create|editor|create_file)$/i,
  read: /^(?:read|read_file|view)$/i,
  shell: /^(?:bash|exec_command|run_shell_command|run_commands|shell)$/i,
  answer: /^structured_?output$/i,
};

/** The answer magi asked for: through the agent's own channel where it offers one, else as text. */
export function answering(request: ModelRequest, answer: unknown): ModelReply {
  const envelope = { answer_id: request.answerId, answer };
  const channel = request.tools.find(({ name }) => names.answer.test(name));
  if (channel && request.toolResults.every((result) => !/structured/i.test(result)))
    return { tool: { name: channel.name, args: envelope } };
  return { say: JSON.stringify(envelope) };
}

/** A call that reads a file, or null when no tool for it is offered. */
export function reading(request: ModelRequest, path: string): ModelReply | null {
  const read = request.tools.find(({ name }) => names.read.test(name));
  return read ? use(read, { path }) : null;
}

/** A call that creates a file, with whatever tool is offered for it; null when there is none. */
export function writing(request: ModelRequest, path: string, content: string): ModelReply | null {
  const write = request.tools.find(({ name }) => names.write.test(name));
  if (write) return use(write, { path, content });
  const edit = request.tools.find(({ name }) => names.edit.test(name));
  if (edit) return use(edit, { path, before: '', after: content });
  const shell = request.tools.find(({ name }) => names.shell.test(name));
  return shell ? use(shell, { command: `printf %s ${quoted(content)} > ${quoted(path)}` }) : null;
}

/** A call of the tool that runs commands, or null. */
export function running(request: ModelRequest, command: string): ModelReply | null {
  const shell = request.tools.find(({ name }) => names.shell.test(name));
  return shell ? use(shell, { command }) : null;
}

function use(tool: OfferedTool, values: Readonly<Record<string, string>>): ModelReply {
  const args = Object.fromEntries(
    tool.properties.flatMap((property) => {
      const value = values[meaningOf(property)];
      return value === undefined ? [] : [[property, value]];
    }),
  );
  const { name, namespace } = tool;
  return { tool: { name, args, ...(namespace && { namespace }) } };
}

function meaningOf(property: string): string {
  if (/^(?:file_?path|absolute_?path|path|filename)$/i.test(property)) return 'path';
  if (/^(?:content|file_text|text)$/i.test(property)) return 'content';
  if (/^old_?(?:string|text|str)$/i.test(property)) return 'before';
  if (/^new_?(?:string|text|str)$/i.test(property)) return 'after';
  return /^(?:command|cmd|commands)$/i.test(property) ? 'command' : property;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
