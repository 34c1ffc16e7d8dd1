import type { SecondFacts } from './facts.ts';
import { ink, type Paper } from './paper.ts';
import { legalTime } from './text.ts';

/** Draws the two places and the outcome of the comparison, or the reason why there is only one record. */
export function drawSecond(paper: Paper, { places, startedAt, findings }: SecondFacts): void {
  paper.heading(['两地取证', 'Captured from two places']);
  const [first, second] = places;
  if (first) paper.fact(['第一地点', 'First place'], first);
  if (second) paper.fact(['第二地点', 'Second place'], second, startedAt ? { tail: legalTime(startedAt) } : {});
  for (const [zh, en] of findings) paper.paragraph(`${zh}\n${en}`, { size: 7.8 });
  paper.paragraph(
    '地点由取证节点的运营方声明，未经验证；未列出差异仅表示所比对的内容没有差异。\nThe places are the word of the operator of the capture nodes. Where no difference is named, none was found in what was compared.',
    { color: ink.soft, size: 7.4 },
  );
}
