import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('builds the address of every page of the app (A§2)', () => {
  const pages: Record<string, (...parameters: never[]) => string> = paths
  const parameters: Record<string, unknown> = {
    file: 'ab 1',
    share: 't/1',
    fileList: { categoryId: 'trash' },
    memberIndex: { from: 'menu' },
  }
  const addresses = Object.entries(pages).map(([name, pathOf]) => `${name}: ${pathOf(...([parameters[name] ?? {}] as never[]))}`)
  expect(addresses).toMatchInlineSnapshot(`
    [
      "home: /",
      "login: /login",
      "fileList: /file-list?categoryId=trash",
      "zapierAuth: /zapier-auth",
      "file: /file/ab%201",
      "explore: /#integration",
      "search: /search",
      "ask: /ask",
      "templates: /community-templates",
      "memberIndex: /member/index?from=menu",
      "memberPurchase: /member/purchase",
      "memberBillings: /member/billings",
      "memberHistory: /member/history",
      "memberManage: /member/manage",
      "share: /share/t%2F1",
      "privacy: /privacy",
      "userAgreement: /user-agreement",
      "cookiePolicy: /cookie-policy",
      "help: /appfaq",
      "zapierDoc: /zapier-doc",
      "templatesHelp: /common",
      "uploadIntro: /audiouploadintro",
      "buyDetail: /buydetail",
      "transcriptionDetail: /transdetail",
      "userDetail: /userdetail",
      "download: /download",
      "launchDesktop: /launch-desktop",
      "appLink: /applink",
      "shortLink: /shortlink",
      "templateLink: /templatelink",
    ]
  `)
})
