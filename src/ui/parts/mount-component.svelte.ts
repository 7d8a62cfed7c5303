import { mount, unmount, type Component } from 'svelte';

export interface Mounted<Model> {
  show(model: Model): void;
  unmount(): Promise<void>;
}

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
