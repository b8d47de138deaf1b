import type { IForbiddenRuleType } from 'dependency-cruiser'

/** `features.json`: features in dependency order, with the features each depends on. */
export type FeaturePlan = Readonly<Record<string, readonly string[]>>

/**
 * Tests may import more than the code beside them: `#test/*` and the public API of every feature. All other rules apply. Tests of
 * browser code may also use Node.
 */
const TEST_FILE = String.raw`\.test\.tsx?$`
const SHARED = '^src/shared/'
const BROWSER = '^src/browser/'
const UI = '^src/ui/'
const PLATFORM = '^src/platform/'
const FEATURES = '^src/features/'
const SHARED_FEATURE_FILE = String.raw`^src/features/[^/]+/(contract\.ts|rules\.ts|contract/|rules/)`
/** `src/app/web/build/` is part of the build and runs in Node, so it belongs to neither side. */
const BROWSER_SIDE = [BROWSER, UI, '^src/app/web/(?!build/)', String.raw`^src/features/[^/]+/web(/|\.tsx$)`]
const SERVER_SIDE = [PLATFORM, '^src/app/(server|cli)/', String.raw`^src/features/[^/]+/(server(/|\.ts$)|compute\.ts$)`]
const ZOD_PATTERN = '(^|node_modules/)zod(/|$)'
/** Parsers of text formats that need neither a page nor Node, for transcript imports (docs/decisions/0109). */
const TEXT_PARSERS = '(^|node_modules/)(chardet|entities|htmlparser2)(/|$)'
/** The parser of Markdown, in `src/shared/markdown`, which page and server show with the same result (docs/decisions/0138). */
const MARKDOWN_PACKAGES = '(^|node_modules/)(@types/)?(mdast|mdast-util-[^/]+|micromark-extension-gfm)(/|$)'
const ZOD_MINI_PATTERN = '(^|node_modules/)zod/mini(/|$)'
const DRIVERS = [
  'pg',
  'pg-boss',
  'onnxruntime-node',
  'mpg123-decoder',
  'opus-decoder',
  'sherpa-onnx-node',
  'nodemailer',
  'openid-client',
  'stripe',
  'alipay-sdk',
  '@aws-sdk',
]
const DRIVER_PATTERN = `(^|node_modules/)(@types/)?(${DRIVERS.join('|')})(/|$)`
const BROWSER_PACKAGE_PATTERN =
  '(^|node_modules/)(@types/)?(react|react-dom|react-i18next|@base-ui|@tanstack|zustand|wavesurfer\\.js)(/|$)'

type DependencyRule = Pick<IForbiddenRuleType & { from: object; to: object }, 'from' | 'to'> & { name: string; comment: string }

/** Returns all dependency rules for dependency-cruiser, including one generated for each feature of the plan. */
export function createDependencyRules(plan: FeaturePlan): IForbiddenRuleType[] {
  const rules = [
    ...publicApiRules,
    ...sideRules,
    ...layerRules,
    ...generalRules,
    ...Object.entries(plan).map(([name, dependencies]) => dependencyRuleOf(name, dependencies)),
  ]
  return rules.map((rule) => ({ ...rule, severity: 'error' })) as IForbiddenRuleType[]
}

function dependencyRuleOf(feature: string, dependencies: readonly string[]): DependencyRule {
  return {
    name: `${feature}-dependencies`,
    comment: `features.json lets ${feature} import from: ${dependencies.join(', ') || 'nothing'}.`,
    from: { path: `^src/features/${feature}/`, pathNot: TEST_FILE },
    to: { path: FEATURES, pathNot: `^src/features/(${[feature, ...dependencies].join('|')})/` },
  }
}

const publicApiRules: DependencyRule[] = [
  {
    name: 'feature-public-api',
    comment: "A feature's folders are private: import its contract.ts, rules.ts, server.ts, compute.ts or web.tsx.",
    from: { path: '^src/features/([^/]+)/' },
    to: { path: '^src/features/[^/]+/[^/]+/', pathNot: '^src/features/$1/' },
  },
  {
    name: 'app-uses-public-api',
    comment: 'The app imports the public API of features; of their folders only messages/.',
    from: { path: '^(src/app|bin|dev|bench|test)/', pathNot: '^test/e2e/' },
    to: { path: '^src/features/[^/]+/[^/]+/', pathNot: '^src/features/[^/]+/messages/' },
  },
  {
    name: 'e2e-may-import-web',
    comment: "A test in a real browser may import from a feature's web/ folder, to test there what jsdom lacks.",
    from: { path: '^test/e2e/' },
    to: { path: '^src/features/[^/]+/[^/]+/', pathNot: '^src/features/[^/]+/(messages|web)/' },
  },
  {
    name: 'test-code-only-in-tests',
    comment: 'Files in test/ and *.test.ts serve tests, measurements and development only.',
    from: { pathNot: ['^(test|bench|dev)/', TEST_FILE, String.raw`^vitest\.config\.ts$`] },
    to: { path: ['^test/', TEST_FILE] },
  },
]

const sideRules: DependencyRule[] = [
  {
    name: 'browser-never-reaches-server',
    comment: 'Both sides meet in contract.ts and rules.ts, types included.',
    from: { path: BROWSER_SIDE },
    to: { path: SERVER_SIDE },
  },
  {
    name: 'server-never-reaches-browser',
    comment: 'Both sides meet in contract.ts and rules.ts, types included.',
    from: { path: SERVER_SIDE },
    to: { path: BROWSER_SIDE },
  },
  {
    name: 'server-has-no-browser-package',
    comment: 'The page is rendered in the browser; only a test on the server may render a component.',
    from: { path: SERVER_SIDE, pathNot: TEST_FILE },
    to: { path: BROWSER_PACKAGE_PATTERN },
  },
  {
    name: 'browser-has-no-node',
    comment: 'There is no Node in a browser.',
    from: { path: [...BROWSER_SIDE, SHARED_FEATURE_FILE, SHARED], pathNot: TEST_FILE },
    to: { dependencyTypes: ['core'] } as DependencyRule['to'],
  },
]

const layerRules: DependencyRule[] = [
  {
    name: 'shared-feature-files-are-plain',
    comment:
      'contract.ts, rules.ts and their parts are used by both sides: zod, parsers of texts, shared/ and other such files only.',
    from: { path: SHARED_FEATURE_FILE, pathNot: TEST_FILE },
    to: { pathNot: [SHARED_FEATURE_FILE, SHARED, ZOD_PATTERN, TEXT_PARSERS] },
  },
  {
    name: 'platform-imports-no-feature',
    comment: 'platform/ holds mechanisms and knows no feature.',
    from: { path: PLATFORM },
    to: { path: [FEATURES, '^src/app/', UI, BROWSER] },
  },
  {
    name: 'components-import-no-feature',
    comment: 'ui/ and browser/ serve every screen and know none.',
    from: { path: [UI, BROWSER] },
    to: { path: [FEATURES, '^src/app/'] },
  },
  {
    name: 'browser-imports-no-component',
    comment: 'browser/ holds mechanisms; components in ui/ use them.',
    from: { path: BROWSER, pathNot: TEST_FILE },
    to: { path: UI },
  },
  {
    name: 'features-know-no-app',
    comment: 'app/ combines the features.',
    from: { path: FEATURES },
    to: { path: '^src/app/' },
  },
  {
    name: 'workers-import-no-contract',
    comment: 'A contract brings zod into the worker, 25 KB. What a worker needs is in rules.ts.',
    from: { path: ['^src/features/[^/]+/web/.*worker/', String.raw`^src/features/.*Worker\.ts$`], pathNot: TEST_FILE },
    to: { path: String.raw`/contract\.ts$` },
  },
  {
    name: 'page-loads-zod-mini',
    comment: 'Contracts are loaded with the first page. zod/mini adds 8 KB to it, zod 24 KB.',
    from: { path: [...BROWSER_SIDE, SHARED_FEATURE_FILE, SHARED], pathNot: TEST_FILE },
    to: { path: ZOD_PATTERN, pathNot: ZOD_MINI_PATTERN },
  },
  {
    name: 'shared-imports-only-zod',
    comment: 'shared/ is used by both sides: zod and a parser of Markdown only, no DOM, no Node.',
    from: { path: SHARED, pathNot: TEST_FILE },
    to: { pathNot: [SHARED, ZOD_PATTERN, MARKDOWN_PACKAGES] },
  },
  {
    name: 'drivers-live-in-platform',
    comment: 'A driver is used only in platform/, types included.',
    from: { path: '^(src|bin|dev)/', pathNot: PLATFORM },
    to: { path: DRIVER_PATTERN },
  },
]

const generalRules: DependencyRule[] = [
  {
    name: 'no-cycles',
    comment: 'Two files that need each other are one file, or need a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'A file without imports that no file imports is unused.',
    from: {
      orphan: true,
      path: '^(src|dev|bench|test)/',
      pathNot: [TEST_FILE, String.raw`\.d\.ts$`, '^dev/fences/bannedApis\\.ts$', '^src/app/web/public/'],
    },
    to: {},
  },
  {
    name: 'imports-resolve',
    comment: 'An import that cannot be resolved cannot be checked.',
    from: { path: '^(src|bin|dev|bench|test)/' },
    to: { couldNotResolve: true, pathNot: [String.raw`\?(worker|url|raw)`, '^virtual:', DRIVER_PATTERN] },
  },
]
