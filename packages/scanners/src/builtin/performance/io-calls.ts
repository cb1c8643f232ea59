import { calleeOf } from '../../facts/callee.ts';
import type { CallExpression } from '../../facts/typescript.ts';

const store =
  /(?:^|\.|_)(?:db|database|repo|repository|\w*Repo|\w*Repository|prisma|knex|pool|client|conn|connection|collection|model|\w*Model|sequelize|orm|em|entityManager|redis|mongo|supabase|dataSource|tx|trx|session)\b/i;
const storeVerb =
  /^(?:query|queryRaw|\$queryRaw|execute|exec|findOne\w*|findUnique\w*|findFirst\w*|findMany|findBy\w*|findAll|findById|insert\w*|update\w*|upsert\w*|delete\w*|save|create\w*|count|aggregate|hget|hset|mget)$/;
const http = /(?:^|\.)(?:axios|got|http|https|api|apiClient|httpClient|superagent|ky|\$http)$/i;
const httpVerb = /^(?:get|post|put|patch|delete|head|request)$/;

/** True for a call that asks a database or a server, judged by its names. */
export function isRemoteCall(call: CallExpression): boolean {
  const name = calleeOf(call);
  if (/^(?:globalThis\.|window\.)?fetch$|^(?:axios|got|ky|\$fetch|ofetch)$/.test(name)) return true;
  const dot = name.lastIndexOf('.');
  if (dot < 0) return false;
  const receiver = name.slice(0, dot);
  const verb = name.slice(dot + 1);
  if (http.test(receiver) && httpVerb.test(verb)) return true;
  if (!storeVerb.test(verb)) return false;
  // `User.findOne`: a model class. `Map.create` and the like have no such verb with a store name.
  const isModel =
    /^[A-Z]\w*$/.test(receiver) &&
    /^(?:find|query|upsert|count|aggregate|update(?:One|Many)|delete(?:One|Many))/.test(verb);
  return isModel || store.test(receiver);
}

/** True for a call that reads or writes outside of the process. */
export function isInputOutput(call: CallExpression): boolean {
  const name = calleeOf(call);
  const verb = name.slice(name.lastIndexOf('.') + 1);
  return (
    isRemoteCall(call) ||
    /^(?:readFile|writeFile|appendFile|copyFile|readdir|stat|lstat|unlink|mkdir|rm|open|access|exec|execFile|spawn|execa)$/.test(
      verb,
    )
  );
}
