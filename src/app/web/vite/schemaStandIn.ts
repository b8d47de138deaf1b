type Shape = Record<string, unknown>

/** Where the page would need a schema after all, the build must not hide it. */
const JUDGES = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode']

/**
 * In the page, `z` of a contract: every schema may be written, none can judge. Of an object it is known which fields it has,
 * by which the client tells a refusal (A§5).
 */
export const z: unknown = new Proxy({}, { get: (_, kind) => (String(kind).endsWith('bject') ? schema : schema()) })

function schema(shape: Shape = {}): unknown {
  // A function, so that it can stand for what is called (`z.string()`) and for what is asked (`z.coerce.number`).
  return new Proxy(function standIn() {}, {
    apply: () => schema(),
    get: (_, name) => {
      if (name === 'shape') return shape
      if (name === 'extend') return (more: Shape) => schema({ ...shape, ...more })
      if (JUDGES.includes(String(name))) throw new Error(`the page holds no schemas: ${String(name)} is the server's`)
      return () => schema(shape)
    },
  })
}
