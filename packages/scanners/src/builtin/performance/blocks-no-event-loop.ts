import { isProductPath } from '../../change/file-class.ts';
import { calleeTail } from '../../facts/callee.ts';
import { functionAround, isAsync, isHandler } from '../../facts/enclosing.ts';
import type { BuiltinCheck } from '../check.ts';

const blocking =
  /^(?:read|write|append|copy|truncate)FileSync$|^(?:readdir|mkdir|rm|rmdir|unlink|rename|cp|open|realpath)Sync$|^(?:exec|execFile|spawn|execa|execaCommand)Sync$|^(?:pbkdf2|scrypt|hkdf|generateKeyPair|generateKey)Sync$|^(?:gzip|gunzip|deflate|inflate|deflateRaw|inflateRaw|unzip|brotliCompress|brotliDecompress)Sync$/;

/** Synchronous calls where other work waits for the same thread. */
export const blocksNoEventLoop: BuiltinCheck = {
  id: 'blocks_no_event_loop',
  script: {
    CallExpression: (call, file) => {
      const name = calleeTail(call);
      if (!blocking.test(name) || !isProductPath(file.path)) return;
      const around = functionAround(call);
      if (around === null || !(isAsync(around) || isHandler(around))) return;
      file.report(call.expression, {
        rule: 'sync-call-in-async',
        severity: 'warning',
        message: `${name} stops the whole process inside ${isAsync(around) ? 'an async function' : 'a request handler'}.`,
        suggestion: `Await the asynchronous ${name.slice(0, -'Sync'.length)} instead.`,
      });
    },
  },
  python: { ASYNC: { severity: 'warning' } },
};
