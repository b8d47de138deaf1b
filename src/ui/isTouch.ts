/** A device one holds in the hand, which locks its screen by itself. */
export const isTouch = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
