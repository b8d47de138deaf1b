/** A number in [0, 1) nobody foresees. Handed to whoever needs chance, so that tests can hand in their own. */
export const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32
