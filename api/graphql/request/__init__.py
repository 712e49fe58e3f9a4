"""What a GraphQL request carries: context, arguments, cursors, loaders, scalars."""
