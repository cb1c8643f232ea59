import { type Detail as DetailName, details } from '../model/inspector.ts';
import { usePage } from '../model/page.ts';
import { CostDetail } from './cost-detail.tsx';
import { DiffDetail } from './diff-detail.tsx';
import { StateDetail } from './state-detail.tsx';
import { StepDetail } from './step-detail.tsx';
import { Tabs } from './tabs.tsx';
import { WaitingDetail } from './waiting-detail.tsx';

const titles: Record<DetailName, string> = {
  step: 'Step',
  state: 'State',
  diff: 'Diff',
  waiting: 'Waiting',
  costs: 'Costs',
};

/** The right of the page: everything about one entry. */
export function Detail() {
  const { detail } = usePage().inspector;
  return (
    <aside class="pane right" aria-label="About the entry">
      <Tabs label="detail" names={details} titles={titles} chosen={detail}>
        {detail.value === 'step' && <StepDetail />}
        {detail.value === 'state' && <StateDetail />}
        {detail.value === 'diff' && <DiffDetail />}
        {detail.value === 'waiting' && <WaitingDetail />}
        {detail.value === 'costs' && <CostDetail />}
      </Tabs>
    </aside>
  );
}
