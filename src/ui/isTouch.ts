/** Returns true on phones and tablets, whose screens lock by themselves. */
export const isTouchDevice = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
