import { Gem } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { membershipPath } from '../rules.ts'
import { useMembership } from './MembershipContext.ts'

/** The membership page. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('membership')
  const openPage = useOpenPage()
  const { membership } = useMembership()
  return [
    {
      group: 'go',
      order: 60,
      id: 'membership',
      name: t('member_title'),
      icon: <Gem />,
      isGuarded: true,
      run: () => openPage(membershipPath(membership, 'palette')),
    },
  ]
}
