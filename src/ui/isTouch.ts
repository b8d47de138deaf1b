/** Returns true on phones and tablets, whose screens lock by themselves. */
export const isTouch = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
