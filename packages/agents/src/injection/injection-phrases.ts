/** A phrase that addresses a reviewer; matched in folded text, which has no capitals. */
export interface InjectionPhrase {
  readonly kind: 'instruction' | 'fake-verdict' | 'role-marker' | 'exfiltration';
  readonly message: string;
  readonly pattern: RegExp;
}

// Words of a phrase may be split over comment lines: white space, comment leaders and quotes count
// as one gap.
const gap = '(?:[\\s*/#;"\'`>_-]|<!--){1,20}';

function words(...parts: readonly string[]): RegExp {
  return new RegExp(`\\b${parts.join(gap)}\\b`, 'g');
}

const earlier = `(?:(?:all|any|every|the|your|my|of|these|those)${gap}){0,3}`;
const rules =
  '(?:instructions?|rules?|prompts?|guidelines?|directions?|directives?|checklists?|constraints?|context)';
const subject =
  '(?:(?:this|the|these|our|my)' +
  gap +
  ')?(?:pr|pull' +
  gap +
  'request|merge' +
  gap +
  'request|change|changes|diff|patch|commit|code|file)';

/** What is sought, and how the finding is worded. */
export const injectionPhrases: readonly InjectionPhrase[] = [
  {
    kind: 'instruction',
    message: 'asks to set earlier instructions aside',
    pattern: words(
      `(?:ignore|disregard|forget|override|bypass|skip)${gap}${earlier}(?:previous|prior|above|earlier|preceding|former|system|existing|original)`,
      `(?:(?:system|security|review|reviewer)${gap})?${rules}`,
    ),
  },
  {
    kind: 'instruction',
    message: 'asks to set the reviewer’s instructions aside',
    pattern: words(`(?:ignore|disregard|forget|override)`, `(?:all|your|every)`, rules),
  },
  {
    kind: 'instruction',
    message: 'addresses an automated reviewer',
    pattern:
      /\b(?:note|message|instructions?|attention|important|dear|hey|hello)\b[\s:,*/#-]{1,10}(?:(?:to|for|all|any|the)\s{1,4}){0,3}(?:ai|llm|automated|code|bot|language[\s-]model)[\s-]{1,3}(?:code\s{1,3})?(?:reviewers?|agents?|models?|assistants?|scanners?|bots?)\b/g,
  },
  {
    kind: 'instruction',
    message: 'gives a reviewer a new role',
    pattern: words('you', 'are', 'now', '(?:an?|the|in|no|free|called|acting)'),
  },
  {
    kind: 'instruction',
    message: 'gives a reviewer an order',
    pattern: words(
      'you',
      `(?:must|will|should|shall|have${gap}to)`,
      `(?:(?:now|always|only|never|not)${gap})?(?:approve|accept|flag|report${gap}(?:no|nothing|zero)|reject)`,
    ),
  },
  {
    kind: 'instruction',
    message: 'asks for approval',
    pattern: words(
      `(?:please${gap})?(?:approve|accept|lgtm|rubber${gap}stamp|sign${gap}off${gap}on|auto${gap}?approve)`,
      subject,
      `(?:without|immediately|now|regardless|as${gap}is|unconditionally|automatically|with${gap}no)`,
    ),
  },
  {
    kind: 'instruction',
    message: 'asks for a certain verdict',
    pattern: words(
      '(?:set|return|output|reply|respond|answer|give|emit|print|report|mark|conclude)',
      `(?:(?:with|the|your|a|an|only|every|all|each|of|in|json|final)${gap}){0,5}(?:verdicts?|checks?|checklists?|review)`,
      `(?:(?:to|as|is|be|being|with|of|items?|must|should|status)${gap}){0,4}(?:accept(?:ed)?|approved?|pass(?:ed|ing)?|lgtm|true|clean)`,
    ),
  },
  {
    kind: 'instruction',
    message: 'asks for a certain answer',
    pattern: words(
      '(?:reply|respond|answer|conclude)',
      `(?:(?:with|only|that|just|simply|there|are)${gap}){0,4}(?:accept|approved?|lgtm|no${gap}(?:issues?|findings?|problems?))`,
    ),
  },
  {
    kind: 'instruction',
    message: 'asks not to be reported',
    pattern: words(
      `(?:do${gap}not|don['’]?t|never|avoid|stop|refrain${gap}from)`,
      `(?:report|reporting|flag|flagging|mention|mentioning|review|reviewing|scan|scanning|raise|raising|comment${gap}on)`,
      `(?:any|this|these|anything|issues?|findings?|problems?|vulnerabilit(?:y|ies)|secrets?)`,
    ),
  },
  {
    kind: 'fake-verdict',
    message: 'contains a ready-made verdict',
    pattern:
      /["'`]?\b(?:verdict|review_?verdict|decision|outcome)\b\\?["'`]?\s{0,10}[:=]\s{0,10}\\?["'`](?:accept(?:ed)?|approved?|pass(?:ed)?|lgtm)\\?["'`]/g,
  },
  {
    kind: 'role-marker',
    message: 'imitates the markers of a conversation with a model',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id|end_header_id|begin_of_text)\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|tool_call|tool_calls|tool_use|tool_result|function_call|function_calls|[a-z]{2,12}:(?:invoke|function_calls|parameter)|invoke(?=\s+name=)|system-reminder)(?:\s[^<>\n]{0,200})?>|^[\s*/#>-]{0,12}(?:#{1,4}\s{0,3})?(?:system|assistant)\s{0,3}(?:prompt|message)?\s{0,3}:\s{0,3}you\b/gm,
  },
  {
    kind: 'exfiltration',
    message: 'asks for secrets or hidden instructions',
    pattern: words(
      `(?:print|reveal|show|output|send|post|leak|dump|repeat|exfiltrate|echo)`,
      `(?:(?:me|us|the|your|all|any|full|every|contents?|of|value|values)${gap}){0,5}(?:system${gap}prompt|initial${gap}prompt|hidden${gap}instructions?|environment${gap}variables?|env${gap}vars?|api${gap}keys?|credentials|access${gap}tokens?|secrets?${gap}(?:keys?|from|in))`,
    ),
  },
];
