import { useNavigate } from '@tanstack/react-router'
import { Gem } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { membershipLink } from '../rules.ts'
import { useMembership } from './MembershipContext.ts'

/** The membership page. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('membership')
  const navigate = useNavigate()
  const { membership } = useMembership()
  return [
    {
      group: 'go',
      order: 60,
      id: 'membership',
      name: t('member_title'),
      icon: <Gem />,
      isGuarded: true,
      run: () => void navigate(membershipLink(membership, 'palette')),
    },
  ]
}
