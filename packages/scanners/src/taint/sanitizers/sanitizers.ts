import { everyHarm, Harm } from '../flow/origin.ts';

/** Calls whose result is less dangerous than their argument, by their last name. */
export interface Sanitizer {
  readonly names: RegExp;
  readonly safeFor: number;
}

const text = Harm.sql | Harm.html | Harm.command;

/** Compared in order; the first that matches decides. */
export const sanitizers: readonly Sanitizer[] = [
  // Numbers, booleans, digests and identifiers of fixed form carry no text of the sender.
  {
    names:
      /^(parseInt|parseFloat|Number|BigInt|Boolean|isNaN|isFinite|isInteger|toFixed|valueOf|getTime|now|length|indexOf|lastIndexOf|search|localeCompare|charCodeAt|codePointAt|test|includes|startsWith|endsWith|has|hasOwnProperty|hasOwn|isArray|every|some|is|equals|compare|compareSync|timingSafeEqual|digest|createHash|createHmac|hash|hashSync|sha\d*|md5|pbkdf2Sync|scryptSync|randomUUID|nanoid|uuid|v4|ObjectId|toObjectId|byteLength)$/,
    safeFor: everyHarm,
  },
  { names: /^(parameteri[sz]e|bind\w*Params?|prepare)$/, safeFor: Harm.sql },
  { names: /^(escapeId|escapeIdentifier|escapeLiteral|mysql_real_escape\w*)$/, safeFor: Harm.sql },
  { names: /^(encodeURIComponent|encodeURI|encode|encodeUrl|urlencode)$/, safeFor: everyHarm },
  { names: /^(basename)$/, safeFor: Harm.path },
  { names: /^(quote|shellescape|shellQuote|escapeShell\w*|shq)$/i, safeFor: Harm.command },
  {
    names:
      /^(escapeHtml|escapeHTML|htmlEscape|stripTags|striptags|htmlEncode|sanitizeHtml|filterXSS|xss|escapeXML|escapeXml)$/i,
    safeFor: Harm.html | Harm.xml,
  },
  { names: /^escapeRegExp?$|^escape(String)?Reg\w*$/i, safeFor: Harm.regex },
  { names: /^escape\w*$/i, safeFor: text | Harm.regex | Harm.xml | Harm.log },
  {
    names:
      /sanitiz|sanitis|purify|^clean($|[A-Z_])|^validat|^safe[A-Z]\w*(Path|Url|Html|Name)|^assert[A-Z]|^check[A-Z]/i,
    safeFor: everyHarm,
  },
];

/** Members that say something about a value without containing it. */
export const harmlessMembers = new Set([
  'length',
  'size',
  'byteLength',
  'constructor',
  'statusCode',
  'status',
  'ok',
  'readyState',
]);

/** Objects whose every function gives a number. */
export const numeric = /^Math\.\w+$/;

/** Modules whose every function cleans what it is given, at least of markup. */
export const sanitizerModules =
  /^(dompurify|isomorphic-dompurify|sanitize-html|xss|xss-filters|escape-html|he|html-entities|validator|sqlstring|pg-format|pg-escape|shell-quote|shell-escape|slugify|sanitize-filename|@braintree\/sanitize-url|insane|bleach|secure-filters|express-validator):/;

/** Functions whose result contains their arguments. Any method's result contains its receiver. */
export const argumentsThrough = new Set(
  'concat join resolve format parse stringify from String Object assign create fromEntries freeze raw decodeURIComponent decodeURI unescape atob btoa URL URLSearchParams Buffer Blob File Response Error replace replaceAll padStart padEnd toString all allSettled race any structuredClone cloneDeep merge defaults extend normalize template unwrap inspect'.split(
    ' ',
  ),
);

/** Array and promise methods whose callback is given what they are called on. */
export const callbackThrough = new Set(
  'then map forEach filter flatMap find findLast findIndex some every reduce sort finally tap each'.split(
    ' ',
  ),
);

/** Of these, the ones that return what the callback returns. */
export const callbackResult = new Set(['then', 'map', 'flatMap', 'reduce']);
