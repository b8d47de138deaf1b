import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setPageTitleMark, usePageTitle } from './pageTitle.ts'

afterEach(() => {
  setPageTitleMark('recording', '')
  setPageTitleMark('ready', '')
})

it('shows the prefixes of several sources in a fixed order, each until it is removed', () => {
  renderHook(() => usePageTitle('Home'))
  setPageTitleMark('ready', '(1)')
  expect(document.title).toBe('(1) Home · Earshot')
  setPageTitleMark('recording', '●')
  expect(document.title).toBe('● (1) Home · Earshot')
  setPageTitleMark('ready', '(2)')
  expect(document.title).toBe('● (2) Home · Earshot')
  setPageTitleMark('recording', '')
  expect(document.title).toBe('(2) Home · Earshot')
  setPageTitleMark('ready', '')
  expect(document.title).toBe('Home · Earshot')
})

it('keeps the prefixes on the next page', () => {
  const { rerender } = renderHook(usePageTitle, { initialProps: 'Home' })
  setPageTitleMark('ready', '(1)')
  rerender('Search')
  expect(document.title).toBe('(1) Search · Earshot')
})
