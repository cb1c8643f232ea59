import { shownLine } from '../derive/shown.ts';
import { type View as ViewName, views } from '../model/inspector.ts';
import { usePage } from '../model/page.ts';
import { ChartView } from './chart-view.tsx';
import { ConsensusView } from './consensus-view.tsx';
import { FindingsView } from './findings-view.tsx';
import { MessagesView } from './messages-view.tsx';
import { Tabs } from './tabs.tsx';

const titles: Record<ViewName, string> = {
  chart: 'Statechart',
  messages: 'Messages',
  consensus: 'Consensus',
  findings: 'Findings',
};

/** The middle of the page: the run as a picture. */
export function View() {
  const { inspector } = usePage();
  const { view, reel, length, damage } = inspector;
  const problem = length.value > 0 ? reel.problem : null;
  return (
    <main class="pane middle">
      {problem && (
        <p class="problem" role="alert">
          States are known up to #{problem.seq - 1} only: {shownLine(problem.message)}
        </p>
      )}
      {damage.value && (
        <p class="problem" role="alert">
          The log cannot be read any further: {shownLine(damage.value)}
        </p>
      )}
      <Tabs label="view" names={views} titles={titles} chosen={view}>
        {view.value === 'chart' && <ChartView />}
        {view.value === 'messages' && <MessagesView />}
        {view.value === 'consensus' && <ConsensusView />}
        {view.value === 'findings' && <FindingsView />}
      </Tabs>
    </main>
  );
}
