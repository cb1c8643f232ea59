/**
 * Objects that carry remote input: a request is harmless as a whole, its body is not.
 *
 * `members` are remote as soon as they are read; `inner` members are carriers themselves; `methods`
 * return remote values. `isRemote` marks objects that are remote through and through.
 */
export interface Carrier {
  readonly name: string;
  readonly members: ReadonlySet<string>;
  readonly inner: ReadonlyMap<string, Carrier>;
  readonly methods: ReadonlySet<string>;
  readonly isRemote: boolean;
}

const request = carrier('request', {
  members:
    'body rawBody query params param headers cookies signedCookies url originalUrl path files file hostname host input search searchParams nextUrl pathname baseUrl queryStringParameters pathParameters subdomains fields payload args',
  methods: 'get header param query json text formData arrayBuffer blob getHeader queries parseBody',
});
const rawRequest = carrier('request', {
  members:
    'body rawBody query params headers cookies url originalUrl path files file hostname host querystring search href',
  methods: 'get header param query queries json text formData parseBody',
});
const context = carrier('context', {
  members: 'query params querystring headers header url path originalUrl hostname host search',
  methods: 'get',
  inner: { request, req: rawRequest },
});
const event = carrier('event', { members: '', methods: '', isRemote: true });
const message = carrier('message', { members: 'data message body', methods: '' });
const location = carrier('location', {
  members: 'href search hash',
  methods: 'toString',
});
const url = carrier('url', { members: 'query params pathname asPath search hash', methods: 'get' });
const scope = carrier('scope', { members: '', methods: '', isRemote: true });
const entry = carrier('entry', { members: 'path fileName entryName name linkname', methods: '' });
const payload = carrier('payload', { members: '', methods: '', isRemote: true });

export const carriers = {
  request,
  context,
  event,
  message,
  location,
  url,
  scope,
  entry,
  payload,
} as const;

function carrier(
  name: string,
  parts: {
    members: string;
    methods: string;
    inner?: Record<string, Carrier>;
    isRemote?: boolean;
  },
): Carrier {
  return {
    name,
    members: new Set(parts.members.split(' ').filter(Boolean)),
    methods: new Set(parts.methods.split(' ').filter(Boolean)),
    inner: new Map(Object.entries(parts.inner ?? {})),
    isRemote: parts.isRemote ?? false,
  };
}
