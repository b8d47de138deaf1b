// Zod compiles schemas with `new Function` by default, which the content security policy forbids. Object schemas read this when
// they are created, so it is set before any contract is loaded. @NOTE This is the object behind `config` of zod. Importing
// `config` would load all of zod before the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
