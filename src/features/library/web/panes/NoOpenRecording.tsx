import { hasMembership } from '#features/membership/rules.ts'
import { NoMembershipPanel } from '#features/membership/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useListTitle } from '../list/useListTitle.ts'
import { useListLocation } from './listLocation.ts'

/**
 * /file-list (A§2) beside the list: nothing, so that the list takes the whole width; for users without a membership the `free`
 * panel. The page is called like the list.
 */
export function NoOpenRecording() {
  const me = useMe()
  usePageTitle(useListTitle(useListLocation().list))
  return me && !hasMembership(me.membership_type) ? <NoMembershipPanel errorFallback={null} /> : null
}
