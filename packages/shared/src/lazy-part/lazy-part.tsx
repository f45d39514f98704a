import { Component, Suspense, lazy, useEffect, useEffectEvent, useState } from "react";
import type { ComponentType, ReactNode } from "react";

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Fetches the code in advance, for the time when the browser is offline. */
  preload: () => void;
}

export interface PartProblemProps {
  /** The code could not be fetched; otherwise the part failed while it was drawn. */
  isMissing: boolean;
  onRetry: () => void;
}

/** The code of a part could not be fetched. */
class MissingCode extends Error {}

/**
 * Returns the function that makes lazy parts of pages. If a part fails, `Problem` replaces it, with a button that
 * retries; the surrounding page stays.
 */
export function lazyPartsWith(Problem: ComponentType<PartProblemProps>) {
  /** Returns a part of a page whose code is fetched when it is first shown. */
  return function lazyPart<P extends object>(
    load: () => Promise<ComponentType<P>>,
    waiting: ReactNode = null,
  ): LazyPart<P> {
    const fetched = () => lazy(async () => ({ default: await codeOf(load) }));
    let shared = fetched();
    // `lazy` caches a failure permanently.
    const forget = () => {
      shared = fetched();
    };
    function LatePart(props: P) {
      const [Part, setPart] = useState(() => shared);
      return (
        <PartBoundary Problem={Problem} onMissing={forget} onRetry={() => setPart(() => shared)}>
          <Suspense fallback={waiting}>
            <Part {...props} />
          </Suspense>
        </PartBoundary>
      );
    }
    const preload = () => {
      load().catch(forget);
    };
    return Object.assign(LatePart, { preload });
  };
}

async function codeOf<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingCode("the code of a part could not be fetched", { cause });
  }
}

interface BoundaryProps {
  Problem: ComponentType<PartProblemProps>;
  children: ReactNode;
  onMissing: () => void;
  onRetry: () => void;
}

interface BoundaryState {
  failure: "missing" | "broken" | null;
}

class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: error instanceof MissingCode ? "missing" : "broken" };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingCode) this.props.onMissing();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const retry = () => {
      this.props.onRetry();
      this.setState({ failure: null });
    };
    return <FailedPart Problem={this.props.Problem} isMissing={failure === "missing"} onRetry={retry} />;
  }
}

/** Shows the problem, and fetches missing code again when the browser reports a connection. */
function FailedPart({ Problem, isMissing, onRetry }: PartProblemProps & Pick<BoundaryProps, "Problem">) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isMissing) return;
    const onOnline = () => retry();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [isMissing]);
  return <Problem isMissing={isMissing} onRetry={onRetry} />;
}
