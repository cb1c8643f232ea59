import { tmpdir } from 'node:os';
import type * as acp from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { createAcpRecorder } from './acp-recorder.ts';

it('joins the words of a turn and forgets them with the next', () => {
  const recorder = given([said('Hel'), said('lo')]);
  expect(recorder.text()).toBe('Hello');
  recorder.beginTurn();
  expect(recorder.text()).toBe('');
});

it('counts a tool call once, however often it is reported', () => {
  const call = { toolCallId: '1', title: 'Read', kind: 'read' as const };
  const recorder = given([
    { sessionUpdate: 'tool_call', ...call, locations: [{ path: 'a.ts' }] },
    { sessionUpdate: 'tool_call_update', ...call, status: 'completed' },
  ]);
  expect(recorder.activity()).toEqual({ toolCalls: 1, filesRead: ['a.ts'], refused: [] });
});

it('notes a tool of a reviewer that failed because its mode does not have it', () => {
  const recorder = given([
    {
      sessionUpdate: 'tool_call',
      toolCallId: '1',
      title: 'create',
      kind: 'edit',
      rawInput: { path: 'a' },
    },
    { sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'failed' },
    { sessionUpdate: 'tool_call', toolCallId: '2', title: 'view', kind: 'read' },
    { sessionUpdate: 'tool_call_update', toolCallId: '2', status: 'failed' },
  ]);
  expect(recorder.activity().refused).toEqual([{ kind: 'edit', title: 'create', paths: ['a'] }]);
});

it('notes a tool that the agent itself reports as not offered', () => {
  const rawInput = { tool: 'write_file', error: 'Model tried to call unavailable tool' };
  const recorder = given([
    { sessionUpdate: 'tool_call', toolCallId: '1', title: 'write_file' },
    { sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'in_progress', rawInput },
  ]);
  expect(recorder.activity().refused).toMatchObject([{ title: 'write_file' }]);
});

it('cancels where an agent offers no way to say no for once', () => {
  const toolCall = { toolCallId: '1', kind: 'edit' as const, title: 'Write' };
  const options = [{ optionId: 'a', name: 'Always', kind: 'allow_always' as const }];
  const answer = given([]).onPermission({ sessionId: 's', toolCall, options });
  expect(answer).toEqual({ outcome: { outcome: 'cancelled' } });
});

function said(text: string): acp.SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
}

function given(updates: readonly acp.SessionUpdate[]) {
  const recorder = createAcpRecorder({ role: 'reviewer', cwd: tmpdir(), sandboxed: false });
  for (const update of updates) recorder.onUpdate({ sessionId: 's', update });
  return recorder;
}
