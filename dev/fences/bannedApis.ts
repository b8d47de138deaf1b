/**
 * A lint plugin with one rule for each API that may be used only in certain places: time, timers, event listeners, network,
 * storage, environment and random numbers. Overrides in `.oxlintrc.json` define these places by disabling the rule there.
 */
type Node = { type: string; parent: Node; name?: string; [key: string]: unknown }
type Context = {
  sourceCode: { isGlobalReference: (node: Node) => boolean }
  report: (finding: { node: Node; message: string }) => void
}
type BannedApi = {
  /** Global names that are banned, also through `window.` or `globalThis.`. */
  readonly globals?: readonly string[]
  /** Banned `object.property` pairs of a global object. */
  readonly members?: readonly string[]
  /** Methods that are banned on every object. */
  readonly methods?: readonly string[]
  /** Modules that export the banned globals under a different name. */
  readonly modules?: readonly string[]
  /** Constructors that are banned wherever the name comes from. */
  readonly constructors?: readonly string[]
  /** Global constructors that are banned only without arguments. */
  readonly emptyConstructors?: readonly string[]
  /** What to use instead, as the second half of the lint message. */
  readonly instead: string
}

/** The banned APIs by rule name. */
export const bannedApis = {
  clock: {
    members: ['Date.now'],
    emptyConstructors: ['Date'],
    instead: 'on the server use ctx.clock.now() (#platform/clock/clock.ts), in the browser now() of #browser/timers/time.ts',
  },
  timers: {
    globals: ['setTimeout', 'setInterval'],
    modules: ['node:timers', 'node:timers/promises', 'timers', 'timers/promises'],
    instead: 'on the server wait with ctx.clock.wait(), in the browser use #browser/timers/time.ts',
  },
  events: {
    methods: ['addEventListener'],
    instead:
      'in the browser use useEvent of #browser/events/useEvent.ts or listen of #browser/events/listen.ts, on the server once() or on() of node:events',
  },
  workers: {
    constructors: ['Worker', 'SharedWorker'],
    instead: 'work off the main thread is started in the few files named in .oxlintrc.json',
  },
  network: {
    globals: ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'],
    members: ['navigator.sendBeacon'],
    instead:
      'in the browser call the typed client over #browser/http/send.ts (a text of another host: #browser/http/fetchExternalText.ts), on the server go through a port in platform/',
  },
  environment: {
    members: ['process.env'],
    instead: 'read the value from ctx.config; only src/platform/config/environment.ts reads the environment',
  },
  storage: {
    globals: ['localStorage', 'sessionStorage'],
    instead: 'use #browser/storage/storage.ts',
  },
  random: {
    members: ['Math.random'],
    instead: 'make ids with randomUUID() or randomBytes() of crypto; tests must be able to foresee the rest',
  },
  normalization: {
    methods: ['normalize'],
    instead: 'use normalizeText of #shared/normalizeText.ts, which limits the text and its marks first',
  },
} as const satisfies Record<string, BannedApi>

const GLOBAL_OBJECTS = ['globalThis', 'window', 'self']

// oxlint loads a plugin from its default export.
export default {
  meta: { name: 'banned' },
  rules: Object.fromEntries(
    Object.entries(bannedApis).map(([name, bannedApi]) => [
      name,
      { create: (context: Context) => createVisitor(context, bannedApi) },
    ]),
  ),
}

function createVisitor(context: Context, bannedApi: BannedApi) {
  const isGlobal = (node: unknown, names: readonly string[]): boolean =>
    isNode(node) && node.type === 'Identifier' && names.includes(node.name ?? '') && context.sourceCode.isGlobalReference(node)
  const report = (node: Node, description: string) =>
    context.report({ node, message: `${description} is not for here: ${bannedApi.instead}` })

  const visitIdentifier = (node: Node) => {
    if (!node.parent.type.startsWith('TS') && isGlobal(node, bannedApi.globals ?? [])) report(node, node.name ?? '')
  }
  const visitMember = (node: Node) => {
    const property = propertyName(node)
    if (isGlobal(node['object'], GLOBAL_OBJECTS) && bannedApi.globals?.includes(property)) return report(node, property)
    for (const pair of bannedApi.members ?? []) {
      const [object = '', name] = pair.split('.')
      if (name === property && refersToObject(node['object'], object, isGlobal)) report(node, pair)
    }
  }
  const visitCall = (node: Node) => {
    const name = isNode(node['callee']) && node['callee'].type === 'MemberExpression' ? propertyName(node['callee']) : ''
    if (bannedApi.methods?.includes(name) || isGlobal(node['callee'], bannedApi.methods ?? []))
      report(node, name || 'addEventListener')
  }
  const visitNew = (node: Node) => {
    const name = constructorName(node['callee'])
    if (bannedApi.constructors?.includes(name)) report(node, `new ${name}`)
    const hasNoArguments = Array.isArray(node['arguments']) && node['arguments'].length === 0
    if (hasNoArguments && isGlobal(node['callee'], bannedApi.emptyConstructors ?? []))
      report(node, `new ${name}() without a moment`)
  }
  const visitImport = (node: Node) => {
    const source = isNode(node['source']) ? String(node['source']['value']) : ''
    if (bannedApi.modules?.includes(source) && importedNames(node).some((name) => bannedApi.globals?.includes(name) ?? true))
      report(node, source)
  }
  return {
    Identifier: visitIdentifier,
    MemberExpression: visitMember,
    CallExpression: visitCall,
    NewExpression: visitNew,
    ImportDeclaration: visitImport,
    ImportExpression: visitImport,
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function propertyName(visitMember: Node): string {
  const property = visitMember['property']
  if (!isNode(property)) return ''
  return visitMember['computed'] === true ? String(property['value'] ?? '') : (property.name ?? '')
}

function refersToObject(node: unknown, object: string, isGlobal: (node: unknown, names: readonly string[]) => boolean): boolean {
  if (isGlobal(node, [object])) return true
  return (
    isNode(node) && node.type === 'MemberExpression' && propertyName(node) === object && isGlobal(node['object'], GLOBAL_OBJECTS)
  )
}

/** Returns the names that an import provides. A whole module (`* as x`, `import()`) also counts as `setTimeout`. */
function importedNames(node: Node): string[] {
  const specifiers = Array.isArray(node['specifiers']) ? (node['specifiers'] as Node[]) : [node]
  return specifiers.map(({ imported }) => (isNode(imported) ? (imported.name ?? '') : 'setTimeout'))
}

function constructorName(callee: unknown): string {
  if (!isNode(callee)) return ''
  return callee.type === 'MemberExpression' ? propertyName(callee) : (callee.name ?? '')
}
