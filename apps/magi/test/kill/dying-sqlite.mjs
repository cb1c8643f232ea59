/*
 * The database of the log, which kills its process at entry number DIE_AT of those that the process
 * writes, from 1. DIE_WHEN=before: what the entry tells of has happened, and nothing of it is
 * durable; after: the entry is durable, and nothing follows from it yet.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isBuiltIn = major > 22 || (major === 22 && minor >= 13);
const real = await import(isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite');

const dieAt = Number(process.env.DIE_AT);
const diesAfter = process.env.DIE_WHEN === 'after';
let written = 0;

export class DatabaseSync {
  #database;

  /** @param {string} location @param {object} options */
  constructor(location, options) {
    this.#database = new real.DatabaseSync(location, options);
  }

  /** @param {string} sql */
  exec(sql) {
    return this.#database.exec(sql);
  }

  close() {
    return this.#database.close();
  }

  /** @param {string} sql */
  prepare(sql) {
    const statement = this.#database.prepare(sql);
    if (/^INSERT INTO events/.test(sql)) {
      return {
        run: (/** @type {any[]} */ ...values) => {
          written += 1;
          if (written === dieAt && !diesAfter) die();
          return statement.run(...values);
        },
      };
    }
    if (sql !== 'COMMIT') return statement;
    return {
      run: () => {
        const result = statement.run();
        if (written >= dieAt && diesAfter) die();
        return result;
      },
    };
  }
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}
