import { type ComponentType } from "react";
export interface RemoteModule {
 pages: Readonly<Record<string, ComponentType>>;
}
export declare function defineRemote(pages: Readonly<Record<string, ComponentType>>): RemoteModule;
export declare function lazyPage(load: () => Promise<ComponentType>): ComponentType;
