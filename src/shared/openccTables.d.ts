declare module 'opencc-js/dict/*' {
  /** Pairs of characters, "from to", separated by |. */
  const pairs: string
  export default pairs
}
