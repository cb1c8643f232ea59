import type { CallView } from '../match/view.ts';
import type { Rule, RuleGroup } from './rule.ts';

const composed: Rule = {
  rule: 'sql-injection/composed-query',
  check: 'check_input_handling',
  cwe: 'CWE-89',
  severity: 'critical',
  message: 'A query is put together from a value instead of binding it.',
  suggestion: 'Use a placeholder in the query and pass the value as a parameter.',
};

const chosen: Rule = {
  rule: 'sql-injection/chosen-query',
  check: 'check_input_handling',
  cwe: 'CWE-89',
  severity: 'critical',
  message: 'The whole query comes from a value somebody else controls.',
  suggestion: 'Keep the query constant and pass only parameters.',
};

const modules =
  /^(mysql2?(\/promise)?|promise-mysql|serverless-mysql|pg|pg-pool|pg-promise|pg-native|postgres|sqlite3?|better-sqlite3|sql\.js|mssql(\/\w+)?|tedious|msnodesqlv8|sequelize(-typescript)?|knex|typeorm|@mikro-orm\/\w+|oracledb|mariadb|@prisma\/client|slonik|objection|drizzle-orm.*|@vercel\/postgres|@neondatabase\/serverless|snowflake-sdk|@google-cloud\/(bigquery|spanner)|cassandra-driver|nodejs-polars|duckdb|@aws-sdk\/client-(rds-data|athena|redshift-data)):/;
const receivers =
  /(^|\.)_?(db|database|conn|connection|pool|client|knex|sequelize|prisma|pg|pgClient|mysql|mssql|sqlite|sql|trx|tx|transaction|queryRunner|entityManager|manager|repository|repo|em|orm|dataSource|session|con|request|pgPool|dbClient|sqlClient|mysqlConnection|connectionPool)(\(\))?\.[$\w]+(\(\))?$/i;
const callee = new RegExp(`${modules.source}|${receivers.source}`, 'i');
const statement =
  /\b(select\b[\s\S]*\bfrom|insert\s+into|update\b[\s\S]*\bset|delete\s+from|where|drop\s+(table|database)|create\s+(table|database|user)|alter\s+table|exec(ute)?\s|order\s+by|values\s*\(|union\s+(all\s+)?select|replace\s+into|truncate\s|grant\s|set\s+\w+\s*=|call\s)/i;
const methods =
  'query queryAsync execute executeSql raw whereRaw havingRaw orderByRaw joinRaw groupByRaw selectRaw fromRaw literal $queryRawUnsafe $executeRawUnsafe queryRaw queryRawUnsafe executeRawUnsafe all get run each exec prepare one any none many manyOrNone oneOrNone result multi batch unsafe createQuery nativeQuery fn simpleQuery Request ExecuteStatementCommand';

export const sqlRules: RuleGroup = {
  sinks: [
    {
      rule: composed,
      harm: 'sql',
      methods,
      callee,
      given: [0],
      members: 'text sql query statement',
      unknown: 'composed',
      when: (call) => isComposedQuery(call),
    },
    {
      rule: composed,
      harm: 'sql',
      methods: 'where andWhere orWhere having andHaving orHaving addSelect orderBy groupBy',
      callee: /^typeorm:|createQueryBuilder\(\)|(^|\.)(qb|queryBuilder)\./,
      given: [0],
      unknown: 'composed',
      when: (call) => call.argument(0).isComposed,
    },
    {
      rule: chosen,
      harm: 'sql',
      methods:
        'query queryAsync execute raw whereRaw havingRaw orderByRaw literal $queryRawUnsafe $executeRawUnsafe exec unsafe prepare',
      callee,
      given: [0],
      members: 'text sql query statement',
      least: 3,
      when: (call) => !isComposedQuery(call),
    },
  ],
  compositions: [
    {
      rule: composed,
      harm: 'sql',
      least: 3,
      text: /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s[\s\S]*\sset\s|delete\s+from\s|(drop|alter|create)\s+(table|database|schema|user|view|index)\s|(select|insert|update|delete|drop|create|alter)\s+['"]?\s*$)/i,
    },
  ],
};

/** A composed text that reads like a statement, or a fragment given to a method for fragments. */
function isComposedQuery(call: CallView): boolean {
  const value = call.argument(0);
  const query = ['text', 'sql', 'query', 'statement']
    .map((name) => value.member(name))
    .find((member) => member.node !== undefined);
  const text = query ?? value;
  if (!text.isComposed || text.node === undefined) return false;
  return (
    /(Raw|literal|unsafe|Unsafe)$/.test(call.name) ||
    statement.test(text.parts) ||
    statement.test(text.source) ||
    /:.*(query|execute|raw)$/i.test(call.name)
  );
}
