import { type Carrier, carriers } from './carriers.ts';

/** A parameter that carries remote input, known by its type, by its name or by who calls it. */
export interface ParameterSource {
  readonly carrier: Carrier;
  /** Names of types, last part. */
  readonly types?: RegExp;
  /** Names of the parameter itself. */
  readonly names?: RegExp;
  /** 3 when absent. */
  readonly level?: 1 | 2 | 3;
}

export const parameterSources: readonly ParameterSource[] = [
  {
    carrier: carriers.request,
    types:
      /^(Request|NextRequest|NextApiRequest|IncomingMessage|FastifyRequest|HttpRequest|ExpressRequest|VercelRequest|Http2ServerRequest)$/,
    names: /^_?(req|request)$/,
  },
  {
    carrier: carriers.context,
    types: /^(ParameterizedContext|RouterContext|KoaContext|GetServerSidePropsContext)$/,
  },
  {
    carrier: carriers.event,
    types:
      /^(APIGatewayProxyEvent(V2)?|APIGatewayEvent|ALBEvent|SQSEvent|SNSEvent|LambdaFunctionURLEvent)$/,
  },
  { carrier: carriers.message, types: /^MessageEvent$/ },
  // Fields of forms are bound to the scope of an AngularJS controller.
  { carrier: carriers.scope, names: /^\$(rootScope|scope)$/, level: 1 },
];

/** Decorators that put a piece of the request into a parameter. */
export const parameterDecorators =
  /^(Query|Body|Param|Headers|Req|Request|Cookies|UploadedFile|UploadedFiles|HeaderParam|QueryParam|BodyParam|CookieParam|Args|MessageBody|Payload)$/;

/** Callbacks whose first or second parameter carries remote input, by the call that takes them. */
export interface CallbackSource {
  readonly methods: ReadonlySet<string>;
  /** What the whole name of the callee must look like. */
  readonly callee: RegExp;
  /** The constant first argument, where the call takes an event name. */
  readonly event?: RegExp;
  readonly parameter: 0 | 1;
  readonly carrier: Carrier;
  /** Fewest parameters the callback must have. */
  readonly arity?: number;
}

const routing = 'get post put patch delete del all use options head route param';

export const callbackSources: readonly CallbackSource[] = [
  {
    methods: words(routing),
    callee: /(^|[.:])(express\(\)|app|router|\w*[rR]outer(\(\))?|server|route\(\)|api|\w*[aA]pp)\./,
    parameter: 0,
    carrier: carriers.request,
    arity: 2,
  },
  {
    methods: words(routing),
    callee: /(koa|hono|router|Router|app|elysia|Hono)\W/,
    parameter: 0,
    carrier: carriers.context,
    arity: 1,
  },
  {
    methods: words('createServer listen'),
    callee: /^https?:createServer$|^http2:|^https?\.createServer$/,
    parameter: 0,
    carrier: carriers.request,
  },
  {
    methods: words('serve'),
    callee: /^(Deno|Bun)\.serve$|serve$/,
    parameter: 0,
    carrier: carriers.request,
  },
  {
    methods: words('onRequest onCall https'),
    callee: /functions/,
    parameter: 0,
    carrier: carriers.request,
  },
  {
    methods: words('addEventListener'),
    callee: /addEventListener$/,
    event: /^message$/,
    parameter: 0,
    carrier: carriers.message,
  },
  {
    methods: words('on once'),
    callee: /\.on(ce)?$/,
    event: /^entry$/,
    parameter: 0,
    carrier: carriers.entry,
  },
  {
    methods: words('on once'),
    callee: /(ws|socket|wss|connection|conn|client)\w*\.on(ce)?$/i,
    event: /^(?!(error|close|connect|disconnect|open|end|drain|timeout|listening|exit)$)/,
    parameter: 0,
    carrier: carriers.payload,
  },
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
