import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ShellUser } from './UserMenu.tsx'

/** The button of the user menu, with avatar, name and e-mail address of the user. */
export function UserButton({
  user,
  narrow,
  ...rest
}: ComponentProps<'button'> & { user: ShellUser | undefined; narrow: boolean }) {
  const t = useTranslations('app')
  return (
    <button
      {...rest}
      type="button"
      className={classes(
        'flex h-12 w-full items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-line/50 data-popup-open:bg-line/50',
        narrow && 'justify-center',
      )}
    >
      <span className="relative flex-none">
        <span
          aria-hidden
          className="grid size-8 place-items-center overflow-hidden rounded-full bg-accent-soft text-md font-[600] text-accent uppercase"
        >
          {user?.avatar ? <img src={user.avatar} alt="" className="size-full object-cover" /> : user ? [...user.name][0] : ''}
        </span>
        {user?.hasNews && <NewDot />}
      </span>
      {narrow || !user ? (
        <span className="sr-only">{user ? t('account_of', { name: user.name }) : t('account')}</span>
      ) : (
        <>
          <span className="grid min-w-0 flex-1">
            <span dir="auto" className="truncate text-left text-md font-[560]">
              {user.name}
            </span>
            {user.email && <span className="truncate text-xs text-ink3">{user.email}</span>}
          </span>
          <ChevronsUpDown aria-hidden className="size-4 flex-none text-ink3" />
        </>
      )}
    </button>
  )
}
