import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFocusedByPointer, trackFocusOrigin } from './focusOrigin.ts'

let panel: HTMLElement
let stop: () => void

beforeEach(() => {
  panel = document.body.appendChild(document.createElement('div'))
  panel.tabIndex = 0
  stop = trackFocusOrigin()
})
afterEach(() => {
  stop()
  panel.remove()
})

const isMarked = () => panel.hasAttribute('data-pointer-focus')

describe('the origin of the focus', () => {
  it('is the pointer after a click, even when a key follows', () => {
    fireEvent.pointerDown(panel)
    panel.focus()
    fireEvent.keyDown(panel, { key: 'k' })
    expect([isFocusedByPointer(panel), isMarked()]).toEqual([true, true])
  })

  it('is the keyboard after Tab', () => {
    fireEvent.pointerDown(panel)
    panel.focus()
    panel.blur()
    fireEvent.keyDown(document.body, { key: 'Tab' })
    panel.focus()
    expect([isFocusedByPointer(panel), isMarked()]).toEqual([false, false])
  })
})
