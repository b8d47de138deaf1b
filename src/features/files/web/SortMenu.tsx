import { ArrowDownUp } from 'lucide-react'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, MenuChoice, MenuGroup, MenuSeparator } from '#ui/Menu.tsx'
import { useWords } from '#ui/words.ts'
import { SORTS, startOf } from './listSort.ts'
import { useListSort, useSortWords } from './useListSort.ts'

/** The menu for the sort field and direction of the lists. */
export function SortMenu({ isTrash }: { isTrash: boolean }) {
  const t = useWords('files')
  const { nameOf, wayOf } = useSortWords(isTrash)
  const [sort, setSort] = useListSort()
  const usual = startOf(sort.by)
  return (
    <Menu trigger={<IconButton label={t('sort')} icon={<ArrowDownUp aria-hidden />} />}>
      <MenuGroup label={t('sort_by')}>
        <MenuChoice
          value={sort.by}
          options={SORTS.map((by) => ({ value: by, label: nameOf(by) }))}
          onChange={(by) => setSort(startOf(by))}
        />
      </MenuGroup>
      <MenuSeparator />
      <MenuChoice
        value={sort.isDescending === usual.isDescending ? 'usual' : 'turned'}
        options={[
          { value: 'usual', label: wayOf(usual) },
          { value: 'turned', label: wayOf({ ...usual, isDescending: !usual.isDescending }) },
        ]}
        onChange={(way) => setSort(way === 'usual' ? usual : { ...usual, isDescending: !usual.isDescending })}
      />
    </Menu>
  )
}
