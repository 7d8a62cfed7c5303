import { mount, unmount, type Component } from 'svelte';

export interface Mounted<Model> {
  /** Replaces the whole model. */
  show(model: Model): void;
  unmount(): Promise<void>;
}

/** Mounts a component with a model that can be replaced. */
export function mountComponent<Model, Rest extends object>(
  component: Component<Rest & { model: Model }>,
  target: HTMLElement,
  first: Model,
  rest: Rest,
): Mounted<Model> {
  let model = $state.raw(first);
  const mounted = mount(component, {
    target,
    props: {
      ...rest,
      get model() {
        return model;
      },
    },
  });
  return {
    show(next) {
      model = next;
    },
    unmount: () => unmount(mounted),
  };
}
