import type { Block } from "../model/blocks";

/** Shows the target of a move. It is hidden from screen readers, which get an announcement instead. */
export function Ghost({ block: { item, left, width, height }, refusal }: { block: Block; refusal: string | null }) {
  return (
    <div
      className={refusal === null ? "ghost" : "ghost refused"}
      aria-hidden
      style={{ left: `calc(var(--seat-head) + ${left}px)`, width: Math.max(width, 14), height: height - 1 }}
    >
      <b>
        {item.rendered_from}–{item.rendered_till}
      </b>
      <span>{refusal ?? item.title}</span>
    </div>
  );
}
