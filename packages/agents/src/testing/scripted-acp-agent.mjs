#!/usr/bin/env node
// An agent that speaks the Agent Client Protocol and does what the JSON in its first argument says:
// { mode?, modes?, steps: [{ask: {...toolCall}, then?: 'write'} | {say: text} | {answer: value} |
//   {hang: true} | {crash: true} | {stop: reason} | {fail: message}], turns?: steps of later turns }
import { writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';

/**
 * @typedef {{ ask?: acp.ToolCallUpdate, path?: string, content?: string, write?: boolean,
 *   say?: string, answer?: unknown, hang?: true, crash?: true, stop?: acp.StopReason,
 *   fail?: string, usd?: number }} Step
 * @type {{ modes?: string[], mode?: string, ignoresMode?: true, login?: true, turns: Step[][] }}
 */
const script = JSON.parse(process.argv[2] ?? '{"turns":[]}');
const sessionId = 'session-1';
let mode = script.mode ?? script.modes?.[0] ?? '';
let turn = 0;
let answerId = 'none';

const app = acp
  .agent({ name: 'scripted' })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentInfo: { name: 'scripted', version: '1.2.3' },
    agentCapabilities: {},
    authMethods: [{ id: 'login', name: 'Log in' }],
  }))
  .onRequest(acp.methods.agent.session.new, () => {
    if (script.login) throw acp.RequestError.authRequired();
    return {
      sessionId,
      ...(script.modes && {
        modes: {
          currentModeId: mode,
          availableModes: script.modes.map((id) => ({ id, name: id })),
        },
      }),
    };
  })
  .onRequest(acp.methods.agent.session.setMode, async ({ params, client }) => {
    if (!script.ignoresMode) mode = params.modeId;
    await client.notify(acp.methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'current_mode_update', currentModeId: mode },
    });
    return {};
  })
  .onNotification(acp.methods.agent.session.cancel, () => undefined)
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    answerId = /magi task ([0-9a-f]{12})/.exec(text)?.[1] ?? answerId;
    const steps = script.turns[Math.min(turn++, script.turns.length - 1)] ?? [];
    for (const step of steps) {
      const stop = await take(step, client);
      if (stop) return { stopReason: stop };
    }
    return { stopReason: 'end_turn' };
  });

/**
 * @param {Step} step
 * @param {acp.AgentContext} client
 * @returns {Promise<acp.StopReason | null>}
 */
async function take(step, client) {
  if (step.hang) await new Promise(() => undefined);
  if (step.crash) process.exit(9);
  if (step.fail) throw new acp.RequestError(-32603, step.fail);
  if (step.ask) {
    await client.notify(acp.methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'tool_call', title: step.ask.title ?? 'tool', ...step.ask },
    });
    const { outcome } = await client.request(acp.methods.client.session.requestPermission, {
      sessionId,
      toolCall: step.ask,
      options: [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    });
    const allowed = outcome.outcome === 'selected' && outcome.optionId === 'yes';
    if (allowed && step.path) writeFileSync(step.path, step.content ?? '');
  } else if (step.write && step.path) writeFileSync(step.path, step.content ?? '');
  const said =
    'answer' in step ? JSON.stringify({ answer_id: answerId, answer: step.answer }) : step.say;
  if (said !== undefined)
    await client.notify(acp.methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } },
    });
  if (step.usd !== undefined)
    await client.notify(acp.methods.client.session.update, {
      sessionId,
      update: {
        sessionUpdate: 'usage_update',
        used: 1,
        size: 100,
        cost: { amount: step.usd, currency: 'USD' },
      },
    });
  return step.stop ?? null;
}

app.connect(
  acp.ndJsonStream(
    Writable.toWeb(process.stdout),
    /** @type {ReadableStream<Uint8Array>} */ (Readable.toWeb(process.stdin)),
  ),
);
