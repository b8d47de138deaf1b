import { ArrowDownUp } from 'lucide-react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuRadioGroup, MenuGroup, MenuSeparator } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SORTS, defaultSortOf } from '../order/listSort.ts'
import { useListSort, useSortLabels } from '../order/useListSort.ts'

/** The menu for the sort field and direction of the lists. */
export function SortMenu({ isTrash }: { isTrash: boolean }) {
  const t = useTranslations('files')
  const { sortLabel, directionLabel } = useSortLabels(isTrash)
  const [sort, setSort] = useListSort()
  const defaultSort = defaultSortOf(sort.by)
  return (
    <Menu trigger={<IconButton label={t('sort')} icon={<ArrowDownUp aria-hidden />} />}>
      <MenuGroup label={t('sort_by')}>
        <MenuRadioGroup
          value={sort.by}
          options={SORTS.map((by) => ({ value: by, label: sortLabel(by) }))}
          onChange={(by) => setSort(defaultSortOf(by))}
        />
      </MenuGroup>
      <MenuSeparator />
      <MenuRadioGroup
        value={sort.isDescending === defaultSort.isDescending ? 'usual' : 'turned'}
        options={[
          { value: 'usual', label: directionLabel(defaultSort) },
          { value: 'turned', label: directionLabel({ ...defaultSort, isDescending: !defaultSort.isDescending }) },
        ]}
        onChange={(direction) =>
          setSort(direction === 'usual' ? defaultSort : { ...defaultSort, isDescending: !defaultSort.isDescending })
        }
      />
    </Menu>
  )
}
